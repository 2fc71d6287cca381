# Any Debian with Node.js 26 and npm will do: only the runtime, its libraries and the packages are taken from it.
ARG BASE=node:26-slim
FROM ${BASE} AS parts
SHELL ["/bin/bash", "-euo", "pipefail", "-c"]
WORKDIR /yantra
COPY package.json package-lock.json ./
# The image brings the runtime itself, so the packages need not; nor does anybody debug or check types inside.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/.bin \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
# The root of the image: no shell, no package manager, one user, and one folder that is theirs.
RUN mkdir -p /image/usr/local/bin /image/etc /image/tmp /image/yantra/data \
  && cp -L "$(command -v node)" /image/usr/local/bin/node \
  && ldd /image/usr/local/bin/node | grep -o '/[^ ]*' | xargs cp -L --parents -t /image \
  && printf 'root:x:0:0:::\nyantra:x:10001:10001::/yantra/data:\n' > /image/etc/passwd \
  && printf 'root:x:0:\nyantra:x:10001:\n' > /image/etc/group \
  && printf 'hosts: files dns\n' > /image/etc/nsswitch.conf \
  && printf '#!/usr/local/bin/node\nimport "/yantra/bin/yantra.js"\n' > /image/usr/local/bin/yantra \
  && chmod 755 /image/usr/local/bin/yantra && chmod 1777 /image/tmp \
  && chown 10001:10001 /image/yantra/data && chmod 700 /image/yantra/data \
  && mv node_modules /image/yantra/

FROM scratch
# Inside a container only its own ports reach it: which of them are open is the host's choice. All that is written,
# files that the operator sends and compiled code included, goes to the volume, so the root may be read-only.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TMPDIR=/yantra/data HOME=/yantra/data
WORKDIR /yantra
COPY --from=parts /image /
COPY package.json openapi.json CHANGELOG.md LICENSE ./
COPY bin bin
COPY client/python client/python
COPY docs docs
COPY sample sample
COPY src src
# By number, so that an orchestrator can see that it is not root.
USER 10001:10001
VOLUME /yantra/data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "bin/health.js"]
# The process ends what is under way on SIGTERM, so it is started without a shell or npm in between.
ENTRYPOINT ["node", "--max-semi-space-size=8", "bin/yantra.js"]
CMD ["serve"]
