import { fileURLToPath } from 'node:url'

/** @type {import('next').NextConfig} */
export default {
  // The folders above have a lockfile of their own.
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
  // The default is WebP alone; AVIF is smaller.
  images: { formats: ['image/avif', 'image/webp'] },
}
