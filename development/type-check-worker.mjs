import { resolve } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { programModules } from '../build/program-modules.mjs'

const { checkTypes } = await programModules(
  "export { checkTypes } from './tools/extension/check-types.ts'",
  'dist-development/types',
)
try {
  checkTypes(workerData, resolve(import.meta.dirname, '..'))
} catch (error) {
  if (error.name !== 'ExtensionError') throw error
  parentPort?.postMessage(error.message)
}
