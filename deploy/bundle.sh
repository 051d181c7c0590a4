# shellcheck shell=sh
# The program with its own Java, and the image that is made from it. Sourced by ./package.

# What the class path needs (.ci/test-install compares it), all encodings of CSV files, and what metrics read.
modules=java.base,java.desktop,java.management,java.naming,java.net.http,java.security.jgss,java.security.sasl,java.sql
modules=$modules,jdk.unsupported,jdk.charsets,jdk.management

# Puts the program and a Java into $1/usr. They start fast without a cache of the launcher: the Java's own archive of loaded
# classes also has those of the program. The list of these classes is taken from the jars, because what a run loads differs.
bundle() {
    app=$1/usr/lib/order-evidence
    copy_jars "$app"
    "$JAVA_HOME/bin/jlink" --add-modules "$modules" --strip-java-debug-attributes --no-header-files --no-man-pages \
        --output "$app/runtime"
    # The service draws PDFs and no windows: these would need the libraries of a desktop.
    (cd "$app/runtime/lib" && rm -f libawt_xawt.so libjawt.so libsplashscreen.so libjsound.so)
    . "$home/launcher/cache.sh"
    jar=$app/evidence.jar
    unpack_sqlite "$app"
    # The JVM compares these times when it starts.
    find "$app" -name '*.jar' -exec touch -d "@$epoch" {} +
    {
        grep -v '^[#@]' "$app/runtime/lib/classlist"
        # All but the driver of Cassandra with its libraries.
        for jar in "$app/evidence.jar" "$app"/lib/*.jar; do
            case $jar in
                */java-driver-* | */native-protocol-* | */netty-* | */jnr-* | */jffi-* | */asm-* | */config-* \
                    | */metrics-* | */HdrHistogram-* | */jackson-*-2.2?.*) ;;
                *) "$JAVA_HOME/bin/jar" -tf "$jar" | grep -v '^META-INF/\|module-info' | sed -n 's/\.class$//p' ;;
            esac
        done
    } | LC_ALL=C sort -u >"$stage/classes"
    "$app/runtime/bin/java" -XX:+UseCompactObjectHeaders -XX:+UseSerialGC -Xmx256m -Xshare:dump \
        -XX:SharedClassListFile="$stage/classes" -XX:SharedArchiveFile="$app/runtime/lib/server/classes_coh.jsa" \
        -Xlog:disable -Xlog:all=error:stderr -cp "$app/evidence.jar"
    mkdir -p "$1/usr/bin"
    cat >"$1/usr/bin/evidence" <<'END'
#!/bin/sh
# Runs the command line.
JAVA_HOME=/usr/lib/order-evidence/runtime
jar=/usr/lib/order-evidence/evidence.jar
cache=/usr/lib/order-evidence
. /usr/lib/order-evidence/launcher/start.sh
END
    chmod 755 "$1/usr/bin/evidence"
    find "$1" -exec touch -h -d "@$epoch" {} +
}

# Makes the files of the image: the program, the C library that Java needs, and busybox for the shell and the health check.
make_tree() {
    root=$target/image
    busybox=$(command -v busybox) && ! ldd "$busybox" >/dev/null 2>&1 || {
        echo "The image needs a static busybox (Debian: apt-get install busybox-static)." >&2
        exit 1
    }
    rm -rf "$root"
    bundle "$root"
    mkdir -p "$root/bin" "$root/etc" "$root/tmp" "$root/data" "$root/usr/share/doc"
    cp "$busybox" "$root/bin/busybox"
    for applet in sh cat ls stty wget; do ln -s busybox "$root/bin/$applet"; done
    for library in $(find "$app/runtime" "$app/native" -name '*.so' -exec ldd {} + \
        | grep -o '/lib[^ ]*/\(ld-linux\|lib\(c\|m\|dl\|rt\|pthread\)\.so\)[^ ]*' | sort -u); do
        mkdir -p "$root${library%/*}"
        cp -L "$library" "$root$library"
    done
    for of in libc6 busybox-static; do
        if [ -d /usr/share/doc/$of ]; then cp -RL /usr/share/doc/$of "$root/usr/share/doc"; fi
    done
    echo 'evidence:x:10001:0:Order Evidence:/data:/bin/sh' >"$root/etc/passwd"
    echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
    chmod -R u=rwX,go=rX "$root"
    chmod 1777 "$root/tmp"
    chmod 770 "$root/data"
    find "$root" -exec touch -h -d "@$epoch" {} +
}

# Prints the value of the instruction $1 in the last stage of the Dockerfile: the image is described only there.
instruction() {
    sed -n "/^FROM scratch/,\$s/^$1 //p" "$home/deploy/Dockerfile"
}

# Moves the file $1 to the blobs of the image, and prints its descriptor for the media type $2.
blob() {
    digest=$(sha256sum "$1" | cut -d ' ' -f 1)
    printf '{"mediaType":"application/vnd.oci.image.%s","digest":"sha256:%s","size":%d}' "$2" "$digest" "$(wc -c <"$1")"
    mv "$1" "$stage/oci/blobs/sha256/$digest"
}

make_image() {
    make_tree
    mkdir -p "$stage/oci/blobs/sha256"
    $tar -C "$root" --owner=0 --group=0 --exclude=./data -cf "$stage/layer" .
    $tar -C "$root" --owner=10001 --group=0 -rf "$stage/layer" ./data
    plain=$(sha256sum "$stage/layer" | cut -d ' ' -f 1)
    gzip -n -9 "$stage/layer"
    cat >"$stage/config" <<END
{"created":"$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)","os":"linux",
 "architecture":"$(case $(uname -m) in aarch64) echo arm64 ;; *) echo amd64 ;; esac)",
 "config":{"User":"$(instruction USER)","WorkingDir":"$(instruction WORKDIR)",
  "Env":[$(instruction ENV | sed 's/.*/"&"/' | paste -sd, -)],
  "ExposedPorts":{"$(instruction EXPOSE)/tcp":{}},"Volumes":{"$(instruction VOLUME)":{}},
  "Healthcheck":{"Test":$(instruction 'HEALTHCHECK CMD' | sed 's/\[/["CMD",/')},
  "Entrypoint":$(instruction ENTRYPOINT),"Cmd":$(instruction CMD),
  "Labels":{"org.opencontainers.image.title":"Order Evidence","org.opencontainers.image.version":"$version",
   "org.opencontainers.image.revision":"$(commit)","org.opencontainers.image.licenses":"Apache-2.0"}},
 "rootfs":{"type":"layers","diff_ids":["sha256:$plain"]}}
END
    layer=$(blob "$stage/layer.gz" layer.v1.tar+gzip)
    config=$(blob "$stage/config" config.v1+json)
    echo "{\"schemaVersion\":2,\"mediaType\":\"application/vnd.oci.image.manifest.v1+json\",\"config\":$config,
 \"layers\":[$layer]}" >"$stage/manifest"
    manifest=$(blob "$stage/manifest" manifest.v1+json)
    echo "{\"schemaVersion\":2,\"manifests\":[${manifest%?},\"annotations\":{\"org.opencontainers.image.ref.name\":
 \"$version\"}}]}" >"$stage/oci/index.json"
    echo '{"imageLayoutVersion":"1.0.0"}' >"$stage/oci/oci-layout"
    # "docker load" of older Dockers reads this file only.
    blobs=$(echo "$config$layer" | grep -o 'sha256:[0-9a-f]*' | sed 's|sha256:|"blobs/sha256/|; s|$|"|')
    echo "[{\"Config\":$(echo "$blobs" | head -n 1),\"RepoTags\":[\"order-evidence:$version\"],
 \"Layers\":[$(echo "$blobs" | tail -n 1)]}]" >"$stage/oci/manifest.json"
    $tar -C "$stage/oci" --owner=0 --group=0 --mode=u=rwX,go=rX -cf "$stage/image" .
    finish "$stage/image" "$name.oci.tar"
}

# Makes the Debian package: the bundle, its units and its settings, which are the defaults as comments.
make_deb() {
    root=$stage/deb
    debian=$home/deploy/debian
    bundle "$root"
    doc=$root/usr/share/doc/order-evidence
    mkdir -p "$root/DEBIAN" "$root/etc/default" "$root/etc/order-evidence" "$root/lib/systemd/system" "$doc" \
        "$root/usr/lib/sysusers.d" "$root/usr/share/lintian/overrides"
    { cat "$debian/evidence" && sed '1,2d' "$root/usr/bin/evidence"; } >"$stage/evidence"
    cp "$stage/evidence" "$root/usr/bin/evidence"
    cp "$debian/backup" "$app/backup"
    "$app/runtime/bin/java" -jar "$app/evidence.jar" check-config --template \
        | sed 's|^#data=.*|data=/var/lib/order-evidence/data|' >"$root/etc/order-evidence/evidence.properties"
    cp "$debian/default" "$root/etc/default/order-evidence"
    cp "$debian/order-evidence-backup.timer" "$root/lib/systemd/system"
    for unit in order-evidence order-evidence-backup; do
        sed -e "/^@HARDENING@/{r $debian/hardening" -e 'd}' "$debian/$unit.service" >"$root/lib/systemd/system/$unit.service"
    done
    cp "$debian/sysusers.conf" "$root/usr/lib/sysusers.d/order-evidence.conf"
    cp "$debian/overrides" "$root/usr/share/lintian/overrides/order-evidence"
    cp "$debian/copyright" "$doc/copyright"
    cp -R "$home/docs" "$doc/docs"
    mkdir "$doc/deploy"
    cp "$home"/deploy/*.y*ml "$home"/deploy/*.json "$doc/deploy"
    { printf 'order-evidence (%s) unstable; urgency=medium\n\n  * See docs and CHANGELOG.md.\n\n' "$version" \
        && echo " -- $(sed -n 's/^Maintainer: //p' "$debian/control")  $(LC_ALL=C date -u -R -d "@$epoch")"; } \
        | gzip -n -9 >"$doc/changelog.gz"
    cp "$debian/postinst" "$debian/prerm" "$debian/postrm" "$debian/conffiles" "$root/DEBIAN"
    architecture=$(dpkg --print-architecture)
    sed "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@SIZE@/$(du -sk "$root" | cut -f 1)/" \
        "$debian/control" >"$root/DEBIAN/control"
    chmod -R u=rwX,go=rX "$root"
    chmod 755 "$app/backup" "$root/DEBIAN/postinst" "$root/DEBIAN/prerm" "$root/DEBIAN/postrm"
    find "$root" -exec touch -h -d "@$epoch" {} +
    SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zxz -z1 --build "$root" "$stage/package.deb" >/dev/null
    finish "$stage/package.deb" "order-evidence_${version}_$architecture.deb"
}
