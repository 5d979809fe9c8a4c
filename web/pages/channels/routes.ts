import type { RouteObject } from 'react-router'

export const channels: RouteObject[] = []
