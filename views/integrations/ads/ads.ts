/** Advertising of Google Ad Manager. @param network its network code */
export function startAds(network: string): void {
  void network
}
