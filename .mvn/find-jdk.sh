# shellcheck shell=sh
# Finds a Java 25 or newer and exports its JAVA_HOME: JAVA_HOME, the java in PATH, then the folders in which systems
# install it. To be sourced. The functions fail with one line that says what to install.

# Finds a JDK, to build.
find_jdk() {
    find_java_with javac && return 0
    echo "No JDK 25 or newer found. Install one (such as Eclipse Temurin 25, https://adoptium.net) or set" \
        "JAVA_HOME.${JAVA_HOME:+ There is none in JAVA_HOME ($JAVA_HOME).}" >&2
    return 1
}

# Finds a JDK or a JRE, to run.
find_java() {
    find_java_with java && return 0
    echo "No Java 25 or newer found. Install a JDK or JRE (such as Eclipse Temurin 25, https://adoptium.net) or set" \
        "JAVA_HOME.${JAVA_HOME:+ There is none in JAVA_HOME ($JAVA_HOME).}" >&2
    return 1
}

find_java_with() {
    for java_folder in "${JAVA_HOME:-}" "$(java_of_path)" /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "${HOME:-}"/.sdkman/candidates/java/*; do
        if is_new_java "$java_folder" "$1"; then
            JAVA_HOME=$java_folder
            export JAVA_HOME
            return 0
        fi
    done
    # The java in PATH may be a script that starts another one.
    if command -v java >/dev/null 2>&1; then
        java_folder=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p')
        if is_new_java "$java_folder" "$1"; then
            JAVA_HOME=$java_folder
            export JAVA_HOME
            return 0
        fi
    fi
    return 1
}

# True if the folder $1 has a Java 25 or newer with the program $2. Reads its release file, which is faster than a start.
is_new_java() {
    [ -n "$1" ] && [ -x "$1/bin/java" ] && [ -x "$1/bin/$2" ] && [ -r "$1/release" ] || return 1
    java_major=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
    [ -n "$java_major" ] && [ "$java_major" -ge 25 ]
}

# Prints the folder of the java in PATH, with links followed.
java_of_path() {
    java_link=$(command -v java) || return 0
    while [ -L "$java_link" ]; do
        java_target=$(readlink "$java_link")
        case $java_target in
            /*) java_link=$java_target ;;
            *) java_link=$(dirname "$java_link")/$java_target ;;
        esac
    done
    dirname "$(dirname "$java_link")"
}
