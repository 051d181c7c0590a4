# shellcheck shell=sh
# The cache that makes starts faster: the JVM's AOT cache (loaded and linked classes), and SQLite's library, which its
# driver would unpack at each start. It is made once for a build and a JDK. Without it, every command works the same but
# starts more slowly.
#
# Files in a cache folder: KEY/evidence.aot and KEY/native/. While a cache is made: KEY.new/ and KEY.attempt.

# Sets $key from the JDK, the path of the program, and the file $1, which is different for each build. The JVM accepts
# only a cache that was made by the same JVM from the same jars at the same path.
set_cache_key() {
    key=$({ cat "$JAVA_HOME/release" "$1" && echo "$home"; } | cksum | tr ' ' -)
}

# Sets $cache if the cache folder $1 has a cache, otherwise fails. A cache contains code, so it must belong to the owner
# of the program, who made the jar too, or to this user.
find_cache() {
    cache=
    [ -n "$1" ] && [ -r "$1/$key/evidence.aot" ] || return 1
    case $1 in
        "$home"/*) ;;
        *) [ -O "$1/$key/evidence.aot" ] || return 1 ;;
    esac
    cache=$1/$key
}

# Prints the cache folder of this user for this program, or nothing if there is no home folder.
cache_folder_of_user() {
    of_user=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
    if [ -n "$of_user" ]; then
        echo "$of_user/order-evidence/$(echo "$home" | cksum | tr ' ' -)"
    fi
}

# Makes a cache in the first of these folders that can be written. Does not delay the command that starts now, does not
# write to its output, and does not end with it.
make_cache_in_background() {
    (
        (
            trap '' HUP INT QUIT
            exec </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
            # If memory becomes scarce, the system ends this first (Linux), not the service.
            echo 1000 >/proc/self/oom_score_adj || :
            lowest_priority="nice -n 19"
            for folder in "$@"; do
                if [ -n "$folder" ] && mkdir -p "$folder" && [ -w "$folder" ]; then
                    make_cache "$folder"
                    break
                fi
            done
        ) &
    ) 2>/dev/null
}

# Makes the cache in the folder $1: runs the demo, which uses most classes of the service and of its client. Does
# nothing if another process is making it, or if an attempt failed in the last hour. The cache appears complete.
make_cache() (
    attempt=$1/$key.attempt
    new=$1/$key.new
    umask 022
    mkdir -p "$1" || exit 0
    if ! (set -C && : >"$attempt") 2>/dev/null; then
        [ -n "$(find "$attempt" -mmin +60 2>/dev/null)" ] || exit 0
        touch "$attempt"
    fi
    trap 'rm -rf "$new"' EXIT
    trap 'rm -f "$attempt"; exit 1' INT TERM
    echo "Preparing faster starts ..." >&2
    rm -rf "$new"
    mkdir "$new" || exit 0
    unpack_sqlite "$new"
    ${lowest_priority:-} "$JAVA_HOME/bin/java" -XX:AOTCacheOutput="$new/evidence.aot" -XX:+UseCompactObjectHeaders \
        -XX:+UseSerialGC -Xmx256m -Dorg.sqlite.lib.path="$new/native" --enable-native-access=ALL-UNNAMED \
        -jar "$jar" demo --once >"$1/cache.log" 2>&1 </dev/null || exit 0
    rm -f "$new/evidence.aot.config"
    [ -s "$new/evidence.aot" ] || exit 0
    # A loss of power must not leave half a cache under its name.
    sync "$new/evidence.aot" 2>/dev/null || sync
    # Caches of other builds and JDKs. A process that uses one keeps its file.
    for old in "$1"/*; do
        case $old in
            "$new" | "$attempt" | */cache.log) ;;
            *) rm -rf "$old" ;;
        esac
    done
    mv "$new" "$1/$key" && rm -f "$attempt"
)

# Unpacks SQLite's library for this system into $1/native. A JRE has no "jar": the driver then does it at each start.
unpack_sqlite() {
    folder=$1
    set -- "$(dirname "$jar")"/lib/sqlite-jdbc-*.jar
    if [ $# -eq 1 ] && library=org/sqlite/native/$("$JAVA_HOME/bin/java" -cp "$1" org.sqlite.util.OSInfo) \
        && (cd "$folder" && "$JAVA_HOME/bin/jar" -xf "$1" "$library"); then
        mv "$folder/$library" "$folder/native"
        rm -rf "$folder/org"
    fi
} 2>/dev/null
