import { defineExtension } from 'szpalta/extension'
import { factBox } from './extension/fact-box.tsx'

export default defineExtension({ blocks: [factBox] })
