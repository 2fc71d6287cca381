FROM node:26-slim AS packages
WORKDIR /yantra
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:26-slim
ENV NODE_ENV=production
WORKDIR /yantra
COPY --from=packages /yantra/node_modules node_modules
COPY package.json openapi.json LICENSE ./
COPY bin bin
COPY docs docs
COPY sample sample
COPY src src
USER node
EXPOSE 8080
# The process ends what is under way on SIGTERM, so it is started without a shell or npm in between.
CMD ["node", "--max-semi-space-size=8", "bin/yantra.js", "serve"]
