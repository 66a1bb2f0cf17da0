/** The package of the demo has the site folder next to the articles: before it is packed, and gone again after that. */
import { cp, rm } from 'node:fs/promises'

const SITE = new URL('./site', import.meta.url)

await rm(SITE, { recursive: true, force: true })
if (!process.argv.includes('--remove'))
  await cp(new URL('../sites/szpalta', import.meta.url), SITE, { recursive: true })
