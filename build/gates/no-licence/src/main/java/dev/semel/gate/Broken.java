package dev.semel.gate;

record Broken(String name) {}
