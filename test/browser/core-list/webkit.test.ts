import { hasWebKit, startWebKit } from '../../support/core-browsers/webkit.ts'
import { coreList } from './core-list.ts'

coreList('WebKit', hasWebKit ? startWebKit : undefined)
