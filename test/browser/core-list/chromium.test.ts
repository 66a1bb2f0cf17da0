import { startChromium } from '../../support/core-browsers/chromium.ts'
import { coreList } from './core-list.ts'

coreList('Chromium', startChromium)
