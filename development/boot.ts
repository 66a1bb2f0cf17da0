/** The script of every page in development. */
import '../src/client/boot/boot.ts'
import { startLiveReload } from './live-reload.ts'

startLiveReload()
