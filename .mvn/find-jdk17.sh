# shellcheck shell=sh
# Looks for a JDK 17, on which the Cassandra servers of the tests run, and sets jdk to its folder. Fails with one line
# that says what to install.
find_jdk17() {
    for jdk in "${JAVA17_HOME:-}" "${JAVA_HOME_17_X64:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /usr/java/* \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/*; do
        if [ -n "$jdk" ] && [ -x "$jdk/bin/javac" ] && grep -qs '^JAVA_VERSION="17' "$jdk/release"; then
            return 0
        fi
    done
    echo "No JDK 17 found: the tests of Cassandra need one beside the JDK 25; install it (Debian: apt-get install" \
        "openjdk-17-jdk-headless), say where it is with JAVA17_HOME, or run ./check quick." >&2
    return 1
}
