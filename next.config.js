/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // What is built before the pages stands there already: scripts/build.mjs cleans it.
  cleanDistDir: false,
  // A built program answers under /api by its own doors (src/program/http/doors.ts): its routes, which are no .tsx, stay out of the build.
  pageExtensions: process.env.NODE_ENV === 'production' ? ['tsx'] : ['tsx', 'ts'],
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  productionBrowserSourceMaps: false,
  i18n: { locales: ['ja', 'en'], defaultLocale: 'ja', localeDetection: false },
  // Types are checked by `npm run check`: Next's own check needs the compiler API, which TypeScript 7 does not have.
  typescript: { ignoreBuildErrors: true },
  // Always a literal, so that what belongs to the mocked portal alone falls out of every other build.
  env: { NEXT_PUBLIC_MOCKED: process.env.NEXT_PUBLIC_MOCKED ?? '' },
  serverExternalPackages: ['pg', 'pg-boss', 'pino', 'prom-client', 'firebase-admin', 'nodemailer', 'pdfkit'],
  experimental: {
    optimizePackageImports: ['@chakra-ui/react'],
    // Writing it takes a third of a build's time (scripts/build.mjs).
    turbopackFileSystemCacheForBuild: process.env.BUILD_CACHE !== 'off',
    // What runs on the server is read as it stands: names in its traces are those of the sources, and a build takes a sixth less.
    turbopackMinify: { server: false, client: true },
    turbopackSourceMaps: false,
    turbopackInputSourceMaps: false,
  },
  // Into the bundle with Chakra: the cache that the document hands out has to reach the emotion which Chakra reads.
  transpilePackages: ['@emotion/react', '@emotion/cache'],
  turbopack: {
    resolveAlias: {
      '@emotion/is-prop-valid': './src/ui/look/isPropValid.ts',
      '@pandacss/is-valid-prop': './src/ui/look/cssProperties.ts',
    },
    rules: {
      'hls.light.mjs': { loaders: ['./scripts/hls.cjs'] },
      '**/zod/v4/classic/schemas.js': { condition: 'browser', loaders: ['./scripts/zod.cjs'] },
    },
  },
}

export default config
