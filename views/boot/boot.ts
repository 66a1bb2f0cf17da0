/** The only script a page runs at first: small conveniences on top of a document that works without them. */
import { startEmbeds } from './embeds.ts'
import { startGalleries } from './gallery.ts'
import { startRedirect } from './redirect.ts'
import { startThemeSwitch } from './theme-switch.ts'

startThemeSwitch()
startRedirect()
startEmbeds()
startGalleries()
