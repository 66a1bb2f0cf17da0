import { fileURLToPath } from 'node:url'

/** @type {import('next').NextConfig} */
export default {
  // The folders above have a lockfile of their own.
  turbopack: { root: fileURLToPath(new URL('.', import.meta.url)) },
  // Next.js makes WebP only unless it is asked for AVIF, which is smaller.
  images: { formats: ['image/avif', 'image/webp'] },
}
