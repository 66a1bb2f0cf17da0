import { themeUnitTest } from '../support/real-input.ts'

export const EXPORT = themeUnitTest('WordPress has only posts of our own')
