import { hasFirefox, startFirefox } from '../../support/core-browsers/firefox.ts'
import { coreList } from './core-list.ts'

coreList('Firefox', hasFirefox ? startFirefox : undefined)
