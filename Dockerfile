# syntax=docker/dockerfile:1
# Checked by tests/e2e/boot/container.test.ts. What is in it: the bundle, and the packages that stay outside of it.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY config ./config
COPY src ./src
# What is optional is only for building, or a Node for machines that have an older one.
RUN npm run build && npm prune --ignore-scripts --omit=dev --omit=optional --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production \
    SVC_DATA_DIR=/data \
    SVC_HTTP_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# A new volume takes over what this folder is: its owner, and nobody else's.
RUN install --directory --owner=node --group=node --mode=0700 /data
USER node
VOLUME /data
EXPOSE 3100
ENTRYPOINT ["node", "dist/index.js"]
CMD ["--http-api"]
