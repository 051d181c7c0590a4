# shellcheck shell=sh
# Builds the jar of a source tree. Sourced by ./evidence and ./package after find_jdk; a package does not contain it.
# Needs $home.

target=$home/target
log=$target/evidence-build.log

# Builds target/evidence.jar and target/lib if they are missing or older than their sources. One build at a time: the
# lock has the process that builds, so that the lock of a dead one can be taken over. Arguments are those of Maven.
build_if_stale() {
    is_stale || return 0
    mkdir -p "$target"
    lock=$target/evidence.lock
    waits=
    until (set -C && echo $$ >"$lock") 2>/dev/null; do
        owner=$(cat "$lock" 2>/dev/null || true)
        if [ -n "$owner" ] && ! kill -0 "$owner" 2>/dev/null; then
            rm -f "$lock"
            continue
        fi
        [ -n "$waits" ] || echo "waiting for the build of process ${owner:-unknown} ..." >&2
        waits=yes
        sleep 1
    done
    watcher=
    trap 'stop_watcher; rm -f "$lock"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    if is_stale; then
        build "$@"
    fi
    rm -f "$lock"
    trap - EXIT INT TERM
}

is_stale() {
    [ ! -f "$target/evidence.jar" ] || [ ! -f "$target/evidence.built" ] || [ -n "$(find "$home/pom.xml" \
        "$home/src/main" "$home/.mvn" "$home/launcher" -newer "$target/evidence.built" -print | head -n 1)" ]
}

# Prints the commit of the source tree, with "-dirty" if files differ from it; "unknown" outside a repository.
commit() {
    { [ -e "$home/.git" ] && git -C "$home" describe --always --dirty --abbrev=12 --exclude='*' 2>/dev/null; } \
        || echo unknown
}

build() {
    if ! command -v mvn >/dev/null 2>&1; then
        echo "Building needs Maven 3.8 or newer: install it (Debian: apt-get install maven)." >&2
        exit 1
    fi
    echo "Building. The first build downloads libraries and needs a few minutes. Log: $log" >&2
    started=$(date +%s)
    commit=$(commit)
    echo "$commit $started" >"$target/evidence.built.new"
    # The jar is deleted, not written over: a service that runs from it keeps the old file.
    rm -f "$target/evidence.built" "$target/evidence.jar"
    # Maven 3 itself uses what JDK 25 warns of.
    MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow"
    export MAVEN_OPTS
    : >"$log"
    show_phases &
    watcher=$!
    # Maven writes an escape code to its output even if its log is a file.
    if ! (cd "$home" && mvn -B -l "$log" -Dmaven.test.skip=true -Dspotless.check.skip=true -Dbuild.commit="$commit" \
        "$@" package) >"$log.out" 2>&1; then
        stop_watcher
        [ -s "$log" ] || cat "$log.out" >&2
        grep '^\[ERROR\]' "$log" | head -n 20 >&2 || :
        echo "The build failed after $(elapsed). The whole log: $log" >&2
        exit 1
    fi
    mv "$target/evidence.built.new" "$target/evidence.built"
    stop_watcher
    echo "Built in $(elapsed)." >&2
}

# Prints the time since the start of the build, such as 1:05.
elapsed() {
    seconds=$(($(date +%s) - started))
    printf '%d:%02d' $((seconds / 60)) $((seconds % 60))
}

# Prints each phase of the build, as Maven's log shows it, and the time at which it began. A terminal also shows the
# running time, with a carriage return and no escape code.
show_phases() {
    shown=
    # $$ is the process of the build: this ends with it, even if it is killed.
    while kill -0 $$ 2>/dev/null; do
        phase=$(phase)
        if [ -t 2 ]; then
            if [ -n "$shown" ] && [ "${phase%%,*}" != "${shown%%,*}" ]; then echo; fi
            printf '\r  %6s  %-40s' "$(elapsed)" "$phase"
        elif [ "${phase%%,*}" != "${shown%%,*}" ]; then
            printf '  %6s  %s\n' "$(elapsed)" "${phase%%,*}"
        fi
        shown=$phase
        sleep 1
    done >&2
}

phase() {
    awk '
        / Downloaded from / { files++ }
        / Download(ing|ed) from / { phase = "downloading libraries, " files + 0 " files" }
        /^\[INFO\] --- .*compiler.*:compile / { phase = "compiling" }
        /^\[INFO\] --- .*:copy-dependencies / { phase = "collecting the libraries" }
        /^\[INFO\] --- .*jar.*:jar / { phase = "making the jar" }
        END { print phase == "" ? "starting Maven" : phase }' "$log"
}

stop_watcher() {
    if [ -n "$watcher" ]; then
        kill "$watcher" 2>/dev/null || :
        wait "$watcher" 2>/dev/null || :
        watcher=
        if [ -t 2 ]; then echo >&2; fi
    fi
}
