// The only importer of ECharts; loaded when a chart first comes into view.

import { LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([LineChart, GridComponent, TooltipComponent, MarkLineComponent, CanvasRenderer]);

export type Chart = ReturnType<typeof init>;
export type ChartOption = Parameters<Chart['setOption']>[0];

export const startChart = (element: HTMLElement): Chart => init(element, null, { renderer: 'canvas' });
