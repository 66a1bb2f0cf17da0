import { BROWSER_CHECKS } from './browser-modules.ts'
import { DEPLOYMENT_CHECKS } from './deployment.ts'
import { HOUSE_CHECKS } from './house.ts'
import { PATTERN_CHECKS } from './patterns.ts'
import { PLATFORM_CHECKS } from './platform.ts'
import type { Check } from './project.ts'
import { README_CHECKS } from './readme.ts'
import { RECIPE_CHECKS } from './recipes.ts'
import { REQUIREMENT_CHECKS } from './requirements.ts'
import { REGISTER_CHECKS } from './security-register.ts'
import { SOURCE_CHECKS } from './source.ts'
import { VOCABULARY_CHECKS } from './vocabulary.ts'

/** By the name of their file, and in this order. */
export const CHECKS: Record<string, Check[]> = {
  requirements: REQUIREMENT_CHECKS,
  vocabulary: VOCABULARY_CHECKS,
  recipes: RECIPE_CHECKS,
  platform: PLATFORM_CHECKS,
  'browser-modules': BROWSER_CHECKS,
  house: HOUSE_CHECKS,
  source: SOURCE_CHECKS,
  patterns: PATTERN_CHECKS,
  'security-register': REGISTER_CHECKS,
  deployment: DEPLOYMENT_CHECKS,
  readme: README_CHECKS,
}
