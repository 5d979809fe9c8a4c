import type { RouteObject } from 'react-router'

export const marketing: RouteObject[] = []
