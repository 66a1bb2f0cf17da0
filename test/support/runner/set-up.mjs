import { compile } from './compile.mjs'
import { fetchAmpValidator } from './fetch-amp-validator.mjs'

/** What a whole run needs, before its first file. */
export default () => Promise.all([compile(), fetchAmpValidator()])
