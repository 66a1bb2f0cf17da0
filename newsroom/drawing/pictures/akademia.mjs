export const akademia = {}
