import { defineExtension } from 'szpalta/extension'
import { quiz } from './extension/quiz.tsx'

export default defineExtension({ blocks: [quiz] })
