export const processes = {}
