import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))

/** @type {import('next').NextConfig} */
export default {
  // As Next.js advises for a server of one's own: a program with the files that it needs.
  output: 'standalone',
  // The folders above have a lockfile of their own.
  turbopack: { root: FOLDER },
  outputFileTracingRoot: FOLDER,
  // The default is WebP alone; AVIF is smaller.
  images: { formats: ['image/avif', 'image/webp'] },
}
