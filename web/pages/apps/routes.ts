import type { RouteObject } from 'react-router'

export const apps: RouteObject[] = []
