export const marketing = {}
