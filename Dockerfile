# syntax=docker/dockerfile:1
# Tested by tests/e2e/boot/container.test.ts. The image holds the bundle and the packages that are not bundled.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# For those who keep their data in PostgreSQL (docs/postgres.md).
RUN npm install --no-save --save-prod --omit=dev --ignore-scripts --no-audit --no-fund \
    "pg@$(node --print "require('./package.json').peerDependencies.pg")"
COPY config ./config
COPY src ./src
RUN npm run build

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    SVC_DATA_DIR=/data \
    SVC_HTTP_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# A new volume copies the owner and mode of this folder: private to the user node.
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3100 3000 3042
ENTRYPOINT ["node", "dist/index.js"]
CMD ["--http-api"]
