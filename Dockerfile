FROM node:26-slim AS packages
WORKDIR /yantra
COPY package.json package-lock.json ./
# The image brings the runtime itself, so the packages need not.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node node_modules/node-bin-*

FROM node:26-slim
# Inside a container only its own ports reach it: which of them are open is the host's choice.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080
WORKDIR /yantra
COPY --from=packages /yantra/node_modules node_modules
COPY package.json openapi.json CHANGELOG.md LICENSE ./
COPY bin bin
COPY client/python client/python
COPY docs docs
COPY sample sample
COPY src src
# The SQLite file and its key live here; with PostgreSQL nothing is written.
RUN mkdir data && chown node:node data
VOLUME /yantra/data
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The process ends what is under way on SIGTERM, so it is started without a shell or npm in between.
CMD ["node", "--max-semi-space-size=8", "bin/yantra.js", "serve"]
