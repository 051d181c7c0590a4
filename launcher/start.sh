# shellcheck shell=sh
# Starts the JVM with the arguments of the command line. Sourced at the end of ./evidence, in a source tree and in a
# package: this is the only place with the options of the JVM. Needs $jar, and $cache (empty if there is none).
# The folder $cache can lack the AOT cache: then the Java has an archive of the program's classes (deploy/bundle.sh).

terminals=
if [ -t 1 ]; then terminals=out; fi
if [ -t 2 ]; then terminals=$terminals,err; fi
columns=0
if [ -n "$terminals" ] && size=$({ stty size </dev/tty; } 2>/dev/null); then columns=${size#* }; fi

if [ -n "${EVIDENCE_JAVA_OPTS:-}" ]; then
    options=$EVIDENCE_JAVA_OPTS
else
    options=-XX:+UseCompactObjectHeaders
    case "${1:-} ${2:-}" in
        # A small heap with a young generation that partly fits into the caches of the processor: more fetches a second
        # than with a large heap (docs/decisions/0030). A service that is out of memory ends at once. Memory outside the
        # heap is limited too. Once a minute, memory that SQLite and the compilers have freed goes back to the system.
        serve\ * | demo\ *)
            options="$options -XX:+UseParallelGC -Xms96m -Xmx256m -Xmn64m"
            options="$options -XX:+ExitOnOutOfMemoryError -XX:MaxDirectMemorySize=64m -Djdk.nio.maxCachedBufferSize=262144"
            options="$options -XX:TrimNativeHeapInterval=60000"
            ;;
        # These can run for minutes. The optimising compiler pays off.
        "orders upload" | "sightings upload" | "store copy" | "store verify") options="$options -XX:+UseSerialGC" ;;
        *) options="$options -XX:TieredStopAtLevel=1 -XX:+UseSerialGC" ;;
    esac
fi
set -- -Devidence.terminals="$terminals" -Devidence.columns="$columns" -Devidence.command="$0" -jar "$jar" "$@"
[ -z "$cache" ] || set -- -Dorg.sqlite.lib.path="$cache/native" "$@"
if [ -n "$cache" ] && [ -f "$cache/evidence.aot" ]; then
    # The JVM ignores a cache that it cannot use, and logs why, which is switched off here. Without the comparison of
    # checksums, a damaged cache would crash it.
    set -- -XX:AOTCache="$cache/evidence.aot" -XX:AOTMode=auto -XX:+VerifySharedSpaces \
        -Xlog:disable -Xlog:all=error,aot*=off,cds*=off:stderr "$@"
fi
# The variable has several options, so it is split into words.
# shellcheck disable=SC2086
exec "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED $options "$@"
