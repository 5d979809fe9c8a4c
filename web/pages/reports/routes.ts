import type { RouteObject } from 'react-router'

export const reports: RouteObject[] = []
