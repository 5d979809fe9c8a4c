import type { RouteObject } from 'react-router'

export const admin: RouteObject[] = []
