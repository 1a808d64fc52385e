FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /srv/vexil
COPY package.json package-lock.json .npmrc ./
COPY db/package.json db/
COPY server/contract/package.json server/contract/
COPY server/rules/package.json server/rules/
COPY server/data/package.json server/data/
COPY server/runtime/package.json server/runtime/
COPY server/http/package.json server/http/
COPY server/code/package.json server/code/
COPY server/package.json server/
COPY docker/engine/package.json docker/engine/
COPY workers/package.json workers/
COPY web/package.json web/
# Without the root's packages, the PostgreSQL of npm start.
RUN npm ci --ignore-scripts --omit=dev --include-workspace-root=false \
  --workspace server --workspace server/contract --workspace server/rules --workspace server/data --workspace server/runtime --workspace server/http --workspace db

FROM packages AS build
RUN npm ci --ignore-scripts --prefer-offline && rm -rf /root/.npm
COPY tsconfig.json ./
COPY scripts scripts
COPY db db
COPY server server
COPY docker/engine docker/engine
COPY workers workers
COPY web web
# .git is not in the build context.
ARG VEXIL_COMMIT=
RUN node scripts/build.mjs

# Without the readers of other platforms: `docker build --target server`.
FROM node:24.21.0-bookworm-slim AS server
WORKDIR /srv/vexil
COPY --from=packages /srv/vexil/node_modules node_modules
ENV NODE_ENV=production DATA_DIR=/data
COPY --from=build /srv/vexil/dist/server dist/server
COPY --from=build /srv/vexil/web/dist web/dist
COPY db/migrations db/migrations
COPY --from=build /srv/vexil/server/client/vexil.ts server/client/
COPY package.json LICENSE ./
RUN mkdir /data && chown node:node /data \
  && printf '#!/bin/sh\ncase "$1" in plan|apply|pull|check|event) program=code/vexil ;; *) program=server/operate ;; esac\nexec node --enable-source-maps /srv/vexil/dist/$program.mjs "$@"\n' > /usr/local/bin/vexil \
  && chmod +x /usr/local/bin/vexil
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=10s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "dist/server/main.mjs"]

FROM server
COPY --from=build /srv/vexil/dist/code dist/code
