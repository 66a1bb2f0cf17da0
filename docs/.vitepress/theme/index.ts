import type { Theme } from 'vitepress'
import DefaultTheme, { VPHomeFeatures, VPHomeHero } from 'vitepress/theme'
import { h } from 'vue'
import './style.css'

/** The theme's own home page has no main landmark. */
const landing = { render: () => h('main', [h(VPHomeHero), h(VPHomeFeatures)]) }

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('landing', landing)
  },
}

export default theme
