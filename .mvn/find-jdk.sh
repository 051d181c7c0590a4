# shellcheck shell=sh
# Finds a JDK 25 or newer and exports its JAVA_HOME. To be sourced; fails with one line that says what to install.

# True when the folder $1 holds a JDK that is new enough; its own release file tells, so that none has to be started.
is_new_jdk() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    jdk_major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    [ -n "$jdk_major" ] && [ "$jdk_major" -ge 25 ]
}

find_jdk() {
    for jdk in "${JAVA_HOME:-}" /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "$HOME"/.sdkman/candidates/java/*; do
        if [ -n "$jdk" ] && is_new_jdk "$jdk"; then
            JAVA_HOME=$jdk
            export JAVA_HOME
            return 0
        fi
    done
    if command -v java >/dev/null 2>&1; then
        jdk=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
        if [ -n "$jdk" ] && is_new_jdk "$jdk"; then
            JAVA_HOME=$jdk
            export JAVA_HOME
            return 0
        fi
    fi
    echo "No JDK 25 or newer found: install one (such as Eclipse Temurin 25, https://adoptium.net) or set JAVA_HOME." >&2
    return 1
}

# Looks for a JDK 17, on which the Cassandra servers of the tests run, where the tests look for it (Jdk17.java); fails
# with one line that says what to install.
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
