import type { RouteObject } from 'react-router'

export const storage: RouteObject[] = []
