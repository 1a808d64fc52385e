FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /srv/vexil
COPY package.json package-lock.json .npmrc ./
COPY db/package.json db/
COPY server/contract/package.json server/contract/
COPY server/rules/package.json server/rules/
COPY server/data/package.json server/data/
COPY server/http/package.json server/http/
COPY server/code/package.json server/code/
COPY server/runtime/package.json server/runtime/
COPY server/package.json server/
COPY docker/engine/package.json docker/engine/
COPY workers/package.json workers/
COPY web/package.json web/
# Without the root's packages, the PostgreSQL of npm start.
RUN npm ci --ignore-scripts --omit=dev --include-workspace-root=false \
  --workspace workers --workspace server/contract --workspace server/rules --workspace server/data --workspace server/runtime --workspace db --workspace docker/engine

FROM packages AS build
RUN npm ci --ignore-scripts --prefer-offline && rm -rf /root/.npm
COPY tsconfig.json ./
COPY scripts scripts
COPY db db
COPY server server
COPY docker/engine docker/engine
COPY workers workers
RUN node scripts/build.mjs processes

FROM node:24.21.0-bookworm-slim
WORKDIR /srv/vexil
COPY --from=packages /srv/vexil/node_modules node_modules
# For the firewall between teams and to private ranges.
RUN apt-get update && apt-get install -y --no-install-recommends iptables && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production DATA_DIR=/data HEARTBEAT_FILE=/tmp/heartbeat
COPY --from=build /srv/vexil/dist/workers dist/workers
COPY db/migrations db/migrations
COPY package.json LICENSE ./
VOLUME /data
# Written every five seconds, after the heartbeat in Redis.
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s \
  CMD ["node", "-e", "process.exit(Date.now() - fs.statSync(process.env.HEARTBEAT_FILE).mtimeMs < 20000 ? 0 : 1)"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "dist/workers/main.mjs"]
