"""A note with links of all kinds, for tests of the language server."""

PATH = "notes/overview.md"

INDEX = """\
---
title: Overview
tags: [water]
status: active
---
# Overview

😀 漢字 See [[Pump]], [[pump#Störungen 故障|what fails]] and
the [hose](../products/hose.md).
Broken: [[Pumpe]] and [[pump#Storage]]. A picture: [plan](plan.pdf). #water
"""
