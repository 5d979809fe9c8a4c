import type { RouteObject } from 'react-router'

export const telephony: RouteObject[] = []
