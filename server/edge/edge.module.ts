import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { ReadinessChecks } from '../engine/health/readiness-checks.js';
import { EdgeConfig } from './edge-config.js';
import { Health } from './health/health.js';
import { Metrics } from './health/metrics.js';
import { Answers } from './http/answers.js';
import { Edge } from './http/edge.js';
import { Envelopes } from './http/envelope.js';
import { Messages } from './http/messages.js';
import { operatorRule } from './http/operator.js';
import { RateLimits } from './http/rate-limits.js';
import { StoredAnswers } from './http/stored-answers.js';
import { LiveGateway } from './socket/live.gateway.js';
import { LiveSources } from './socket/live-source.js';
import { Files } from './work/files.js';

/** What the edge is made of, before there is an application: the HTTP server itself needs it. */
export interface EdgeParts {
  config: EdgeConfig;
  messages: Messages;
  envelopes: Envelopes;
  limits: RateLimits;
  metrics: Metrics;
  health: Health;
  sources: LiveSources;
  log: Logger;
}

export function openEdge(config: EdgeConfig, log: Logger): EdgeParts {
  const messages = new Messages();
  return {
    config,
    messages,
    envelopes: new Envelopes(messages),
    limits: new RateLimits(config.limits, config.redisUrl),
    metrics: new Metrics(operatorRule(config.metricsToken)),
    health: new Health(operatorRule(config.metricsToken)),
    sources: new LiveSources(),
    log,
  };
}

/** Gives every feature the edge's parts: limits, messages, metrics, health and the log. */
@Global()
@Module({})
export class EdgeModule {
  static with(parts: EdgeParts): DynamicModule {
    const providers: Provider[] = [
      { provide: EdgeConfig, useValue: parts.config },
      { provide: Messages, useValue: parts.messages },
      { provide: Envelopes, useValue: parts.envelopes },
      { provide: RateLimits, useValue: parts.limits },
      { provide: Registry, useValue: parts.metrics.registry },
      { provide: ReadinessChecks, useValue: parts.health },
      { provide: LiveSources, useValue: parts.sources },
      Files,
      Edge,
      StoredAnswers,
    ];
    return {
      module: EdgeModule,
      providers: [...providers, Answers, LiveGateway],
      exports: providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide)),
    };
  }
}
