import type { RouteObject } from 'react-router'

export const tasks: RouteObject[] = []
