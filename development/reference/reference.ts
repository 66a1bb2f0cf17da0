import { type BlockSamples, blocksPage } from './blocks.ts'
import { cmsContractPage } from './cms-contract.ts'
import { metricsPage } from './metrics.ts'
import { newsroomPage } from './newsroom.ts'
import { siteFolderPage } from './site-folder.ts'

/**
 * Pages of `docs/reference` that come from the program (docs/decisions/166).
 * @param root the project's folder
 * @param samples of the blocks of articles
 */
export function referencePages(root: string, samples: BlockSamples): Record<string, string> {
  return {
    'blocks.md': blocksPage(root, samples),
    'cms-contract.md': cmsContractPage(),
    'metrics.md': metricsPage(),
    'newsroom.md': newsroomPage(),
    'site-folder.md': siteFolderPage(),
  }
}
