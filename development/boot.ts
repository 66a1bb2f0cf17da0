/** The script of every page in development. */
import '../src/client/boot/boot.ts'
import { startLiveReload } from '../tools/dev/live-reload.ts'

startLiveReload()
