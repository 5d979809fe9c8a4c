export const apps = {}
